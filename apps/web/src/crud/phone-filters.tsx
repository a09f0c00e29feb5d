import { computerList } from '@fleetdeck/contract/computer-permission'
import { devices } from '@fleetdeck/contract/devices'
import { phoneChecks } from '@fleetdeck/contract/phone-checks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { ComputerName, ComputerPicker } from '../components/pickers/ComputerPicker.tsx'
import { useText } from '../ground/language.ts'
import { useMay } from '../ground/session-store.ts'
import type { CrudFilter } from './crud-contract.ts'
import { choiceFilter } from './filters.tsx'

/**
 * What the last check of a phone found, with the number of phones that have each problem, and the computer that a phone
 * hangs at, for those who may see computers.
 */
export function usePhoneFilters(): CrudFilter[] {
  const t = useText()
  const seesChecks = useMay(phoneChecks.summary.permission)
  const seesComputers = useMay(computerList)
  const { data } = useQuery({
    // Together with the counts of home.
    queryKey: [devices.list.path, 'count', phoneChecks.summary.path],
    queryFn: ({ signal }) => call(phoneChecks.summary, { signal }),
    enabled: seesChecks,
    meta: { silent: true },
  })
  return useMemo(() => {
    const problems = (data ?? []).map(({ code, count }): [string, string] => [
      code,
      t('check.counted', { problem: t(`check.${code}.mend`), count }),
    ])
    const computer = {
      name: 'computerId',
      label: t('computer.one'),
      input: <ComputerPicker allowClear />,
      show: (id: string) => <ComputerName id={id} />,
    }
    return [
      choiceFilter(t, 'toMend', t('check.filter'), [['any', t('check.any')], ...problems]),
      ...(seesComputers ? [computer] : []),
    ]
  }, [t, data, seesComputers])
}
