import { loadVideoSoon } from '../capabilities/video.ts'
import { argumentsOrExit, inTerminal, runPhones } from '../program.ts'
import { readRealArguments, realUsage } from '../real-arguments.ts'
import { AgentLink } from './agent-link.ts'
import { AgentServers } from './agent-servers.ts'
import { ClaimedTokens } from './claimed-tokens.ts'
import { PhoneSet } from './phone-set.ts'

/** A group of the agent's phones: the agent starts it with its own arguments, and tells it which phones. */
const read = () => readRealArguments(process.argv.slice(2), process.env.ADB_SERVER_SOCKET)
const options = argumentsOrExit(read, realUsage)
const link = new AgentLink({
  hold: (found) => phones.hold(found),
  server: (address) => servers.use(address),
})
const servers = new AgentServers(options.server, link.agent)
const tokens = new ClaimedTokens(link.agent)
const phones = new PhoneSet(
  { ...options, notice: (name, level, message) => link.notice(name, level, inTerminal(message)) },
  {
    servers,
    tokens,
    unusable: (name, state) => link.unusable(name, state),
    identityTaken: (...facts) => link.identityTaken(...facts),
    claim: (claim) => tokens.claim(claim),
    connected: (...facts) => link.connected(...facts),
    release: (hardwareId) => {
      tokens.release(hardwareId).catch(() => undefined)
    },
    working: (name, isWorking) => link.working(name, isWorking),
  },
)
await runPhones(async () => phones)
loadVideoSoon()
