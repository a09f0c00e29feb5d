import { keyUsages, lastUsage, modifierKeys } from '@fleetdeck/contract/keyboard-usages'

const mostKeys = 6

/**
 * What the keyboard reports, as in appendix B of the HID specification: a byte of modifiers, an unused one, and up to six
 * keys; its lights are not used. Keys go on beyond those of the appendix, to those of Japanese and Korean keyboards.
 */
const descriptor = Uint8Array.of(
  // Generic desktop, keyboard, application.
  ...[0x05, 0x01, 0x09, 0x06, 0xa1, 0x01],
  // Usages of page 7, 0xe0 to 0xe7, from 0 to 1, eight of one bit, input of variables.
  ...[0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02],
  // One of eight bits, constant.
  ...[0x95, 0x01, 0x75, 0x08, 0x81, 0x01],
  // Five lights and three unused bits, output.
  ...[
    0x05, 0x08, 0x19, 0x01, 0x29, 0x05, 0x75, 0x01, 0x95, 0x05, 0x91, 0x02, 0x95, 0x01, 0x75, 0x03, 0x91,
    0x01,
  ],
  // Six of eight bits, input of an array.
  ...[0x05, 0x07, 0x19, 0x00, 0x29, lastUsage, 0x15, 0x00, 0x26, lastUsage, 0x00],
  ...[0x75, 0x08, 0x95, mostKeys, 0x81, 0x00, 0xc0],
)

export const keyboard = { id: 1, name: 'Fleetdeck', descriptor } as const

/** The keys that are held, by `KeyboardEvent.code`; unknown ones, and more than six, are left out. */
export function reportOf(codes: readonly string[]): Uint8Array {
  const modifiers = modifierKeys.reduce(
    (bits, key, bit) => (codes.includes(key) ? bits | (1 << bit) : bits),
    0,
  )
  const keys = codes.flatMap((code) => keyUsages.get(code) ?? []).slice(0, mostKeys)
  const report = new Uint8Array(2 + mostKeys)
  report.set([modifiers, 0, ...keys])
  return report
}
