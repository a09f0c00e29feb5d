import { describe, expect, test } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { refusalText } from '../http/language.ts'
import { mapDbErrors, type Refusals } from './map-db-errors.ts'

const refusals: Refusals = {
  platforms_name: 'platformNameTaken',
  platforms_code: { taken: 'platform.name' },
  platforms_owner: { unlinked: 'platform.owner' },
  '23503': 'platformInUse',
}
const failed = (code: string, constraint: string) => Promise.reject({ cause: { code, constraint } })

async function said(code: string, constraint: string): Promise<string> {
  const error = await mapDbErrors(failed(code, constraint), refusals).catch((thrown: unknown) => thrown)
  return error instanceof AppError ? refusalText('en', error) : 'not refused'
}

describe('a database error', () => {
  test('is mapped by its constraint, or else by its SQLSTATE', async () => {
    expect(await said('23505', 'platforms_name')).toBe(
      'This user already has a platform with this name. Use a different name.',
    )
    expect(await said('23503', 'scripts_platform')).toBe(await said('23503', ''))
  })

  test('names the field with a duplicate value or a missing reference', async () => {
    expect(await said('23505', 'platforms_code')).toMatch(
      /^The value of “Platform name” already exists\. Enter another one\.$/,
    )
    expect(await said('23503', 'platforms_owner')).toMatch(
      /^The record selected for “Owner” no longer exists\. Select another one\.$/,
    )
  })

  test('without a mapping stays unchanged', async () => {
    expect(await said('23514', 'platforms_check')).toBe('not refused')
  })
})
