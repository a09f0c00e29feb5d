import { type EnrolmentRequest, enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { shown, showSuccess } from '../../../api/feedback.ts'
import { useConfirmCount } from '../../../components/ConfirmCount.tsx'
import { useText } from '../../../ground/language.ts'

type Requests = readonly EnrolmentRequest[]

export const requestName = ({ deviceNo, deviceId: hardwareId }: EnrolmentRequest) => deviceNo || hardwareId

/** Approves or rejects requests after a question; resolves to whether it was confirmed. */
export function useDecision() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const decide = (requests: Requests, decision: 'approve' | 'reject', hint: ReactNode) => {
    const name = requests.length === 1 ? requests.map(requestName).join('') : undefined
    return confirm({
      title:
        name === undefined
          ? t(`enrolmentRequest.${decision}Many`, { count: requests.length })
          : t(`enrolmentRequest.${decision}Title`, { name }),
      names: requests.map(requestName),
      hint,
      okText: t(`enrolmentRequest.${decision}`),
      run: async () => {
        await shown(call(enrolmentRequests[decision], { body: { ids: requests.map(({ id }) => id) } }))
        showSuccess(t(`enrolmentRequest.${decision}Done`))
        await client.invalidateQueries({ queryKey: [enrolmentRequests.list.path] })
      },
    })
  }
  return {
    approve: (requests: Requests) => {
      const bare = requests.find(({ asking }) => asking.fingerprint === '')
      const hints = [t('enrolmentRequest.approveHint')]
      if (bare) hints.push(t('enrolmentRequest.noKeyHint', { address: bare.asking.ip }))
      return decide(
        requests,
        'approve',
        hints.map((hint) => <p key={hint}>{hint}</p>),
      )
    },
    reject: (requests: Requests) => decide(requests, 'reject', t('enrolmentRequest.rejectHint')),
  }
}
