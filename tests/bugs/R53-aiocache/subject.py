"""Prices, cached, of which concurrent callers compute each only once."""

from aiocache import cached_stampede


class Prices:
    def __init__(self, shop):
        @cached_stampede(lease=2, key="price")
        async def price():
            return await shop.price()

        self.price = price
