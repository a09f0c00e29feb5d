import type { z } from 'zod'
import type { Capability } from './capabilities.ts'

export type ScriptArguments = Readonly<Record<string, z.ZodType>>

/**
 * One function of scripts. Its documentation, its types for editors and the check of its arguments are made from this.
 * Its texts are in i18n, `script-api/`, by its name.
 */
export interface ScriptCall<
  Args extends ScriptArguments = ScriptArguments,
  Result extends z.ZodType = z.ZodType,
> {
  /** In their order; optional ones last. */
  args: Args
  /** The last argument may be repeated. */
  isRest?: true
  /** None: nothing. */
  gives?: Result
  /** What a phone must be able to do; see `capabilities`. */
  needs?: readonly Capability[]
  /** It works within the sandbox and never reaches the agent. */
  isLocal?: true
  /** A script of its own that shows the call. It runs in tests. */
  example: string
}

export type ScriptCalls = Readonly<Record<string, ScriptCall>>

export const call = <Args extends ScriptArguments, Result extends z.ZodType = z.ZodType<void>>(
  definition: ScriptCall<Args, Result>,
): ScriptCall<Args, Result> => definition

/** The checked arguments of a call, by name. */
export type ArgumentsOf<Call extends Pick<ScriptCall, 'args'>> = {
  [Name in keyof Call['args']]: z.output<Call['args'][Name]>
}

/** A function for each of these calls, which reach the agent. */
export type CallHandlers<Calls extends ScriptCalls> = {
  [Name in keyof Calls]: (
    args: ArgumentsOf<Calls[Name]>,
  ) => Promise<ResultOf<Calls[Name]>> | ResultOf<Calls[Name]>
}

type ResultOf<Call extends ScriptCall> =
  Call extends ScriptCall<ScriptArguments, infer Result> ? z.output<Result> | undefined : never
