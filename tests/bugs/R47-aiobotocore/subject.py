"""What requests to S3 Express are signed with: a session for each bucket."""

from aiobotocore.credentials import AioRefreshableCredentials
from aiobotocore.utils import AioS3ExpressIdentityCache


class Sessions:
    def __init__(self, s3):
        self._cache = AioS3ExpressIdentityCache(s3, AioRefreshableCredentials)

    async def access_key(self, bucket):
        credentials = await self._cache.get_credentials(bucket=bucket)
        return (await credentials.get_frozen_credentials()).access_key
