import { type ScriptObject, scriptCalls } from '@fleetdeck/contract/script-api'
import type { CallHandlers, ScriptCall } from '@fleetdeck/contract/script-api/call'
import type { AgentTexts } from '../../texts.ts'
import { checkArguments } from '../check-arguments.ts'

/** Handles a call by its name and its arguments as the script gave them. */
export type ObjectCaller = (name: string, args: readonly unknown[]) => Promise<unknown>

/** The calls of one object; each gets only arguments that its declaration allows. */
export function checkedCaller<Object extends ScriptObject>(
  object: Object,
  handlers: CallHandlers<(typeof scriptCalls)[Object]>,
  texts: AgentTexts,
): ObjectCaller {
  const declared = new Map<string, ScriptCall>(Object.entries(scriptCalls[object]))
  const known = new Map(Object.entries<(args: never) => unknown>(handlers))
  return async (name, args) => {
    const call = declared.get(name)
    const handle = known.get(name)
    if (!call || !handle) throw new Error(`${object}.${name} is not known`)
    return handle(checkArguments(`${object}.${name}`, call, args, texts) as never)
  }
}
