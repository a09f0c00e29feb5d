import { scriptCalls } from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import { type AgentTexts, fill } from '../../texts.ts'
import { checkArguments } from '../check-arguments.ts'

const calls = new Map<string, ScriptCall>(
  Object.entries<ScriptCall>(scriptCalls['']).filter(([, { isLocal }]) => isLocal),
)
/** How the sandbox sends a function. */
const sentFunction = 'function'

export const isLocalCall = (name: string): boolean => calls.has(name)

/** Functions within the sandbox reach the agent only with wrong arguments: it names the valid ones. */
export function refuseLocalCall(name: string, sent: readonly unknown[], texts: AgentTexts): never {
  const call = calls.get(name)
  const args = sent.map((value) => (value === sentFunction ? () => undefined : value))
  if (call) checkArguments(name, call, args, texts)
  throw new RangeError(fill(texts.smallerFirst, name))
}
