import { users } from '@fleetdeck/contract/users'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { CopyText } from '../../components/CopyText.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'

/** The caller's enrolment key: the built-in account has no form that shows it. */
export function OwnKey() {
  const t = useText()
  const id = useSession((state) => state.user?.id)
  const mayRead = useMayCall(users.key)
  const [key, setKey] = useState<string>()
  if (!mayRead || id === undefined) return null
  const show = () =>
    shown(call(users.key, { query: { id } }))
      .then(({ conSecret }) => setKey(conSecret))
      .catch(() => undefined)
  return (
    <Card title={t('user.key')}>
      <p>{t('profile.keyHint')}</p>
      {key === undefined ? <Button onClick={show}>{t('profile.showKey')}</Button> : <CopyText text={key} />}
    </Card>
  )
}
