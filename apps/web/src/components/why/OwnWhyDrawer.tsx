import { ownRights, type WhySubject } from '@fleetdeck/contract/rights'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { WhyResult } from './WhyResult.tsx'

interface OwnWhyDrawerProps {
  subject: WhySubject
  /** Whom to ask. */
  hint: string
  onClose: () => void
}

/** Why the user themselves may do something, or not. */
export function OwnWhyDrawer({ subject, hint, onClose }: OwnWhyDrawerProps) {
  const t = useText()
  const result = useQuery({
    queryKey: [ownRights.why.path, subject],
    queryFn: ({ signal }) => call(ownRights.why, { query: subject, signal }),
    gcTime: 0,
    meta: { silent: true },
  })
  return (
    <Drawer open size={480} title={t('why.titleOwn')} onClose={onClose}>
      <WhyResult result={result} hint={hint} />
    </Drawer>
  )
}
