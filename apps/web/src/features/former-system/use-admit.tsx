import { type Admitted, type FormerPhone, formerPhones } from '@fleetdeck/contract/former-phones'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { AddAdmission } from './AddAdmission.tsx'
import { AdmitDrawer } from './AdmitDrawer.tsx'
import { RefusedNumbers } from './RefusedNumbers.tsx'

export function useReloadFormer() {
  const client = useQueryClient()
  const { list, site, admissions } = formerPhones
  return () =>
    Promise.all([list, site, admissions].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
}

/** Opens the forms that admit phones, and shows what was refused. */
export function useAdmit() {
  const t = useText()
  const reload = useReloadFormer()
  const [chosen, setChosen] = useState<readonly FormerPhone[]>()
  const [isAdding, setAdding] = useState(false)
  const [refused, setRefused] = useState<Admitted['refused']>([])
  const take = async (outcome: Admitted & { expected?: number }) => {
    const { admitted, expected } = outcome
    if (expected !== undefined) showSuccess(t('formerPhone.added', { admitted, expected }))
    else if (admitted > 0) showSuccess(t('formerPhone.admitDone', { count: admitted }))
    setRefused(outcome.refused)
    await reload()
  }
  return {
    admit: setChosen,
    addAdmission: () => setAdding(true),
    dialogs: (
      <>
        {chosen && <AdmitDrawer phones={chosen} onDone={take} onClose={() => setChosen(undefined)} />}
        {isAdding && <AddAdmission onDone={take} onClose={() => setAdding(false)} />}
        {refused.length > 0 && <RefusedNumbers refused={refused} onClose={() => setRefused([])} />}
      </>
    ),
  }
}
