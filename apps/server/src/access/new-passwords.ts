import { AppError } from '../platform/core/app-error.ts'
import { randomText } from '../platform/core/passwords.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'

/** Characters of a password that is made here, unless the limits ask for more. */
const madeLength = 12

/** How many characters a new password has. */
export function passwordLimits(parameters: ParameterStore): { min: number; max: number } {
  const min = parameters.get('sys.account.passwordMin')
  return { min, max: Math.max(min, parameters.get('sys.account.passwordMax')) }
}

/** The first password of a user, unless one is chosen. */
export const madePassword = (parameters: ParameterStore): string =>
  randomText(Math.max(madeLength, passwordLimits(parameters).min))

/** Refuses a new password of a wrong length, one of the commonest, and the name of its own account. */
export async function checkNewPassword(
  parameters: ParameterStore,
  { password, userName }: { password: string; userName: string },
): Promise<void> {
  const limits = passwordLimits(parameters)
  const { length } = [...password]
  if (length < limits.min || length > limits.max) throw new AppError('passwordLength', limits)
  const text = password.toLowerCase()
  if (text === userName.toLowerCase()) throw new AppError('passwordIsName')
  if ((await commonest()).includes(`\n${text}\n`)) throw new AppError('passwordCommon')
}

/** The commonest passwords, in lower case, between line ends: one text takes a tenth of the memory of a set. */
let passwords: string | undefined
async function commonest(): Promise<string> {
  if (passwords) return passwords
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  passwords = `\n${dictionary['passwords-common'].join('\n').toLowerCase()}\n`
  return passwords
}
