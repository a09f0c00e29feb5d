/** Serial numbers that several phones have, and where that was published. */
const known: readonly { serial: RegExp; sources: readonly string[] }[] = [
  {
    serial: /^0?123456789abcdef$/i,
    sources: [
      'https://github.com/camalot/madb/issues/1',
      'https://github.com/GramAddict/bot/issues/279',
      'https://gerrit-public.fairphone.software/plugins/gitiles/platform/packages/modules/adb/+/b39e415aa8c6383efdd02ab62bf2c523ebd1878c',
    ],
  },
  { serial: /^1234567890abcdef$/i, sources: ['https://github.com/koush/vysor.io/issues/220'] },
  { serial: /^unknown$/i, sources: ['https://github.com/anbox/anbox/issues/1062'] },
]

/**
 * What no maker has chosen for one phone: one character again and again, digits in their order, a word for none. Of an
 * emulator it is the version of the emulator, with X for the dots.
 */
const unlikely = /^(?:(.)\1*|0?1234567(?:89?0?)?|default|null|none|serial|serialno|EMULATOR(?:\d+X)+\d+)$/i

/** Whether a phone's serial number is no identity: two phones with it are not the same. */
export const isBadSerial = (serial: string): boolean =>
  unlikely.test(serial) || known.some((bad) => bad.serial.test(serial))
