const usages: Record<string, number> = {
  ...{ Enter: 0x28, Escape: 0x29, Backspace: 0x2a, Tab: 0x2b, Space: 0x2c, Minus: 0x2d, Equal: 0x2e },
  ...{ BracketLeft: 0x2f, BracketRight: 0x30, Backslash: 0x31, Semicolon: 0x33, Quote: 0x34 },
  ...{ Backquote: 0x35, Comma: 0x36, Period: 0x37, Slash: 0x38, CapsLock: 0x39 },
  ...{ PrintScreen: 0x46, ScrollLock: 0x47, Pause: 0x48, Insert: 0x49, Home: 0x4a, PageUp: 0x4b },
  ...{ Delete: 0x4c, End: 0x4d, PageDown: 0x4e },
  ...{ ArrowRight: 0x4f, ArrowLeft: 0x50, ArrowDown: 0x51, ArrowUp: 0x52 },
  ...{ NumLock: 0x53, NumpadDivide: 0x54, NumpadMultiply: 0x55, NumpadSubtract: 0x56, NumpadAdd: 0x57 },
  ...{ NumpadEnter: 0x58, Numpad0: 0x62, NumpadDecimal: 0x63, IntlBackslash: 0x64, ContextMenu: 0x65 },
  ...{ NumpadEqual: 0x67, NumpadComma: 0x85 },
  ...{
    IntlRo: 0x87,
    KanaMode: 0x88,
    IntlYen: 0x89,
    Convert: 0x8a,
    NonConvert: 0x8b,
    Lang1: 0x90,
    Lang2: 0x91,
  },
}
const run = (names: readonly string[], from: number) =>
  names.map((name, index) => [name, from + index] as const)
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`)
const digits = [...'1234567890'].map((digit) => `Digit${digit}`)
const functions = (from: number) => Array.from({ length: 12 }, (_, index) => `F${from + index}`)
const numbers = [...'123456789'].map((digit) => `Numpad${digit}`)

/** The last usage that a keyboard reports as a key. */
export const lastUsage = 0x91
/**
 * Usages of keys, by their names in `KeyboardEvent.code`: page 7, keyboard, of the USB HID usage tables. Modifiers are
 * not among them.
 */
export const keyUsages: ReadonlyMap<string, number> = new Map([
  ...run(letters, 0x04),
  ...run(digits, 0x1e),
  ...Object.entries(usages),
  ...run(functions(1), 0x3a),
  ...run(functions(13), 0x68),
  ...run(numbers, 0x59),
])

/** In the order of their bits in a report. */
export const modifierKeys = [
  'ControlLeft',
  'ShiftLeft',
  'AltLeft',
  'MetaLeft',
  'ControlRight',
  'ShiftRight',
  'AltRight',
  'MetaRight',
] as const

/** Whether a keyboard has a key of this name. */
export const isKeyboardKey = (code: string): boolean =>
  keyUsages.has(code) || (modifierKeys as readonly string[]).includes(code)
