import { type EnrolmentCode, enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { useText } from '../../ground/language.ts'

export function useRevoke() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (codes: readonly EnrolmentCode[]) =>
    confirm({
      title:
        codes.length === 1
          ? t('enrolmentCode.revokeOne', { name: codes[0]?.codeName ?? '' })
          : t('enrolmentCode.revokeMany', { count: codes.length }),
      names: codes.map(({ codeName }) => codeName),
      hint: t('enrolmentCode.revokeHint'),
      okText: t('enrolmentCode.revoke'),
      run: async () => {
        await shown(call(enrolmentCodes.revoke, { body: { ids: codes.map(({ id }) => id) } }))
        showSuccess(t('enrolmentCode.revokeDone'))
        await client.invalidateQueries({ queryKey: [enrolmentCodes.list.path] })
      },
    })
}
