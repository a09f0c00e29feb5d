import type { DeadPhone } from './device-incidents.ts'

/** Where a dead phone is, by a function that gives the texts of a language: its port, or its address, and its slot. */
export function deadPhonePlace<Key extends string>(
  translate: (key: Key, values?: Record<string, string | number>) => string,
  { serial, port, shelf }: DeadPhone,
): string {
  const place = port === null ? serial : translate('deadPhone.port' as Key, { port })
  const slot = shelf && translate('deadPhone.slot' as Key, { name: shelf.name, slot: shelf.slot + 1 })
  return slot ? `${place} · ${slot}` : place
}
/** What a dead phone is called: as its device, or as in adb's list. */
export const deadPhoneName = ({ deviceNo, serial }: DeadPhone) => deviceNo || serial
