import { DayPicker } from '../components/DayPicker.tsx'
import type { Translate } from '../ground/language.ts'
import type { CrudFilter } from './crud-contract.ts'

/** From and until a day, both inclusive; days of the site's time zone. */
export const dayFilters = (t: Translate): CrudFilter[] => [
  { name: 'beginTime', label: t('table.fromDay'), input: <DayPicker /> },
  { name: 'endTime', label: t('table.untilDay'), input: <DayPicker /> },
]
