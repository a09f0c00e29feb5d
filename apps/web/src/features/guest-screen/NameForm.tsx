import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { fullTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { useSiteZone } from '../../ground/site-zone.ts'
import styles from './guest.module.css'
import type { LinkFacts, Visit } from './guest-link.ts'

interface NameFormProps {
  facts: LinkFacts
  begin: (name: string) => Promise<Visit>
  onVisit: (visit: Visit) => void
}

const nameKey = 'guest-name'

/** Says what the link is for and what is logged, and asks for a name. */
export function NameForm({ facts, begin, onVisit }: NameFormProps) {
  const t = useText()
  useSiteZone()
  const id = useId()
  const [name, setName] = useState(() => sessionStorage.getItem(nameKey) ?? '')
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const { deviceNo, mayControl, expiresAt, isOnline, isReserved } = facts

  const enter = async () => {
    setSending(true)
    setFailure('')
    try {
      const visit = await begin(name)
      sessionStorage.setItem(nameKey, name)
      onVisit(visit)
    } catch (error) {
      setFailure(errorMessage(error))
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setFailure(t('screenLink.nameRequired'))
    else inBackground(enter())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>{t(mayControl ? 'screenLink.welcomeControl' : 'screenLink.welcome', { device: deviceNo })}</h1>
      <p className={styles.soft}>{t('screenLink.until', { time: fullTime(expiresAt) })}</p>
      {!isOnline && <p role="status">{t('screenLink.phoneOffline')}</p>}
      {isReserved && <p role="status">{t('screenLink.reservedNow')}</p>}
      <label htmlFor={id}>{t('screenLink.yourName')}</label>
      <Input
        id={id}
        value={name}
        maxLength={30}
        autoComplete="name"
        autoFocus
        status={failure ? 'error' : ''}
        aria-describedby={failure ? `${id}-failure` : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {failure && (
        <p id={`${id}-failure`} role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <Button type="primary" htmlType="submit" loading={isSending} block>
        {t('screenLink.enter')}
      </Button>
      <p className={styles.soft}>{t('screenLink.logged')}</p>
    </form>
  )
}
