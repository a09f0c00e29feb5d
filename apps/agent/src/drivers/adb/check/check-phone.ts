import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import type { AdbShell } from '../shell.ts'
import { judge } from './judge.ts'
import { readPhone } from './read-phone.ts'

/** Checks a phone by reading commands and two harmless probes; ends within 10 s, and leaves out what it cannot tell. */
export async function checkPhone(
  shell: AdbShell,
  { hasScrcpy }: { hasScrcpy: boolean },
): Promise<CheckFinding[]> {
  const reading = await readPhone(shell)
  return judge(reading, { hasScrcpy, readAt: Date.now() })
}
