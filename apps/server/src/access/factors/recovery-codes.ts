import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@fleetdeck/contract/second-factor'
import { hashToken } from '../../platform/core/tokens.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 6

/** 118 random bits each, so that a hash without salt protects them; in groups that can be typed. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groups }, group).join('-'))
}

/** However it was typed. */
export const hashRecoveryCode = (code: string) => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
