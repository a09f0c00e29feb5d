import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { byteText } from '../byte-text.ts'

type Values = CheckFinding['values']
type Value = Values[string] | undefined

const sizeText = (width: Value, height: Value) =>
  width !== undefined && height !== undefined && `${width} × ${height}`
const amount = (value: Value, unit: string) => typeof value === 'number' && formatAmount(value, unit)

/** Phones of other makers may leave any of them out. */
function parts({ code, values }: CheckFinding): (string | false)[] {
  switch (code) {
    case 'displays':
      return [
        sizeText(values.width, values.height),
        sizeText(values.overrideWidth, values.overrideHeight),
        amount(values.density, 'dpi'),
        typeof values.count === 'number' && `× ${values.count}`,
      ]
    case 'encoders':
      return [typeof values.name === 'string' && values.name, sizeText(values.width, values.height)]
    case 'storage':
      return [typeof values.bytes === 'number' && byteText(values.bytes)]
    case 'battery':
      return [amount(values.degrees, '°C')]
    case 'clock':
      return [typeof values.seconds === 'number' && formatAmount(values.seconds, 's')]
    default:
      return []
  }
}

/** The figures of a finding, without words; empty if it has none. */
export const checkValues = (finding: CheckFinding): string => parts(finding).filter(Boolean).join(' · ')
