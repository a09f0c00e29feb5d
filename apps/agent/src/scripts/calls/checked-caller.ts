import { callPath, type ScriptObject } from '@fleetdeck/contract/script-api'
import type { CallHandlers, ScriptCall, ScriptCalls } from '@fleetdeck/contract/script-api/call'
import type { AgentTexts } from '../../texts.ts'
import { checkArguments } from '../check-arguments.ts'

/** Handles a call by its name and its arguments as the script gave them. */
export type ObjectCaller = (name: string, args: readonly unknown[]) => Promise<unknown>

/** Calls of one object, or global ones; each gets only arguments that its declaration allows. */
export function checkedCaller<Calls extends ScriptCalls>(
  object: ScriptObject,
  calls: Calls,
  handlers: CallHandlers<Calls>,
  texts: AgentTexts,
): ObjectCaller {
  const declared = new Map<string, ScriptCall>(Object.entries(calls))
  const known = new Map(Object.entries<(args: never) => unknown>(handlers))
  return async (name, args) => {
    const call = declared.get(name)
    const handle = known.get(name)
    const path = callPath(object, name)
    if (!call || !handle) throw new Error(`${path} is not known`)
    return handle(checkArguments(path, call, args, texts) as never)
  }
}
