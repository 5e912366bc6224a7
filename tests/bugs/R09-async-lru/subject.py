"""Names by key, the latest one kept for a minute."""

from async_lru import alru_cache


class Names:
    def __init__(self, db):
        @alru_cache(maxsize=1, ttl=60)
        async def name_of(key):
            return await db.read(key)

        self.name_of = name_of
