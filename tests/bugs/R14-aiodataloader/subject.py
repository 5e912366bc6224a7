"""Users by key, all of one turn in one query."""

from aiodataloader import DataLoader


class Users(DataLoader):
    def __init__(self, db):
        super().__init__()
        self._db = db

    async def batch_load_fn(self, keys):
        return await self._db.read(keys)
