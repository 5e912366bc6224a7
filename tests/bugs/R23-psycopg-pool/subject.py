"""Reports, made with one connection to the database."""

from psycopg.pq import TransactionStatus
from psycopg_pool import AsyncConnectionPool


class Connection:
    """What the pool asks of a connection."""

    closed = False

    def __init__(self):
        self.pgconn = self
        self.transaction_status = TransactionStatus.IDLE

    @classmethod
    async def connect(cls, conninfo):
        return cls()

    async def close(self):
        pass

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        pass


class Reports:
    def __init__(self, db):
        self._db = db
        self._pool = AsyncConnectionPool(connection_class=Connection, min_size=1, max_size=1, num_workers=1)

    async def make(self):
        async with self._pool.connection():
            await self._db.query()

    async def close(self):
        await self._pool.close()
