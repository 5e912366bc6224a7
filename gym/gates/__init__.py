"""Gates: a test lets each call of a fake through by hand, so that it chooses what comes between.

A whole test, for pytest with pytest-asyncio; the fixture `gates` comes with the gym's plugin:

    @pytest.mark.asyncio
    async def test_two_first_callers_share_one_connect(gates):
        mailer = Mailer(gates.guard(FakeServer()))
        first = gates.start("first", mailer.get_client())
        second = gates.start("second", mailer.get_client())
        await gates.settle()
        assert [call.caller for call in gates.waiting] == ["first"]
        await gates.open_all()
        assert await first == await second

Nothing sleeps: while a test holds gates, the loop's clock stands still until the test moves it. A test that waits for what
cannot come ends with a sentence. Only the standard library and pytest are needed here.
"""

from gym.gates.call import Call
from gym.gates.errors import GateError, NeverReturns
from gym.gates.gates import Gates

__all__ = ["Call", "GateError", "Gates", "NeverReturns"]
