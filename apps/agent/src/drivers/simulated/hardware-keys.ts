import type { PhoneKeys } from './keyboard.ts'

/** Of the layout that this phone has: US English. */
const signs: Record<string, readonly [string, string]> = {
  ...{ Minus: ['-', '_'], Equal: ['=', '+'], BracketLeft: ['[', '{'], BracketRight: [']', '}'] },
  ...{ Backslash: ['\\', '|'], Semicolon: [';', ':'], Quote: ["'", '"'], Backquote: ['`', '~'] },
  ...{ Comma: [',', '<'], Period: ['.', '>'], Slash: ['/', '?'], Space: [' ', ' '] },
}
const shiftedDigits = ')!@#$%^&*('
const keys: Record<string, string> = {
  ...{ Enter: 'enter', NumpadEnter: 'enter', Backspace: 'backspace', Delete: 'delete', Tab: 'tab' },
  ...{ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Escape: 'back' },
}
const shifts = new Set(['ShiftLeft', 'ShiftRight'])

function signOf(code: string, isShifted: boolean): string | undefined {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter) return isShifted ? letter : letter.toLowerCase()
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit) return isShifted ? shiftedDigits[Number(digit)] : digit
  return signs[code]?.[isShifted ? 1 : 0]
}

/** A hardware keyboard: what its keys mean is known here only. */
export class HardwareKeys {
  readonly #phone: PhoneKeys
  #held: readonly string[] = []

  constructor(phone: PhoneKeys) {
    this.#phone = phone
  }

  async hold(codes: readonly string[]): Promise<void> {
    const pressed = codes.filter((code) => !this.#held.includes(code))
    this.#held = codes
    const isShifted = codes.some((code) => shifts.has(code))
    for (const code of pressed) {
      const sign = signOf(code, isShifted)
      if (sign !== undefined) await this.#phone.type(sign)
      else if (keys[code]) await this.#phone.press(keys[code])
    }
  }

  release(): void {
    this.#held = []
  }
}
