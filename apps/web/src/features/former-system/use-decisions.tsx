import { type FormerPhone, formerPhones } from '@fleetdeck/contract/former-phones'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { useText } from '../../ground/language.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { useReloadFormer } from './use-admit.tsx'

export type Decision = 'reject' | 'forget' | 'acceptRival' | 'giveKeys' | 'takeKeys'
type Phones = readonly FormerPhone[]
type Keys = { deviceNo: string; address: string }[]

/** Decisions about phones, each after a question; `decide` resolves to whether it was confirmed. */
export function useDecisions() {
  const t = useText()
  const confirm = useConfirmCount()
  const reload = useReloadFormer()
  const [keys, setKeys] = useState<Keys>()
  const run = async (decision: Decision, phones: Phones) => {
    const body = { ids: phones.map(({ id }) => id) }
    if (decision === 'giveKeys') setKeys((await shown(call(formerPhones.giveKeys, { body }))).keys)
    else {
      await shown(call(formerPhones[decision], { body }))
      showSuccess(t(`formerPhone.${decision}Done`))
    }
    await reload()
  }
  const decide = (decision: Decision, phones: Phones) =>
    confirm({
      title:
        phones.length === 1
          ? t(`formerPhone.${decision}Title`, { name: phones[0]?.deviceNo ?? '' })
          : t(`formerPhone.${decision}Many`, { count: phones.length }),
      names: phones.map(({ deviceNo }) => deviceNo),
      hint: t(`formerPhone.${decision}Hint`),
      okText: t(`formerPhone.${decision}`),
      run: () => run(decision, phones),
    })
  return { decide, keysDialog: keys && <KeysDialog keys={keys} onClose={() => setKeys(undefined)} /> }
}
