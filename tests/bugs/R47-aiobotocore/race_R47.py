"""aiobotocore #1072: the first requests to a bucket find no session, and each of them creates one."""

from gym.race import World, race


class S3:
    async def create_session(self, Bucket: str) -> dict[str, object]:  # noqa: N803 (the API's own name)
        expiry = "2099-01-01T00:00:00Z"
        keys = {"AccessKeyId": Bucket, "SecretAccessKey": "secret", "SessionToken": "token", "Expiration": expiry}
        return {"Credentials": keys}


@race("one session for each bucket", shape="init-race")
def one_session(world: World) -> None:
    sessions = world.subject("Sessions", world.port("s3", S3()))
    flows = [world.flow(name, sessions.access_key, "photos") for name in ("first", "second")]
    world.run()
    count = len(world.calls("s3", "create_session"))
    world.check(count == 1, "one session is created", str(count))
    world.check(all(flow.value == "photos" for flow in flows), "each gets its key", repr([flow.value for flow in flows]))
