"""A call that is made again until a review accepts its answer."""

from tenacity import retry


class Answers:
    def __init__(self, service):
        async def rejected(state):
            return not await service.review(state.outcome.result())

        @retry(retry=rejected)
        async def answer(question):
            return await service.ask(question)

        self.answer = answer
