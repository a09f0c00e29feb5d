import { randomInt } from 'node:crypto'
import { hashToken } from '../../platform/core/tokens.ts'

/** Crockford's base 32: no letter looks like a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 140 random bits. */
const length = 28
const pattern = new RegExp(`^[${letters}]{${length}}$`)

/** A new code, in groups of four for people who type it. */
export function newCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The hash of a code, however it is typed; undefined when the text cannot be one. */
export function codeHash(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return pattern.test(code) ? hashToken(code) : undefined
}
