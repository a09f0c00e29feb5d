import type { Factors } from '@fleetdeck/contract/second-factor'
import { userAccess } from '@fleetdeck/contract/user-access'
import type { User } from '@fleetdeck/contract/users'
import { Button, Empty } from 'antd'
import { call } from '../../api/call.ts'
import { usedText } from '../../components/factors/used-text.ts'
import { AccessItem } from '../../components/user-access/AccessItem.tsx'
import { useEndAccess } from '../../components/user-access/use-end-access.ts'
import { useText } from '../../ground/language.ts'

interface FactorsOfProps {
  user: User
  factors: Factors
  mayReset: boolean
}

/** The second factors of a user, and the way out for those who have lost them. */
export function FactorsOf({
  user,
  factors: { totp, passkeys, recoveryCodesLeft },
  mayReset,
}: FactorsOfProps) {
  const t = useText()
  const endAccess = useEndAccess()
  const hasFactor = totp !== null || passkeys.length > 0
  const reset = () =>
    endAccess({
      title: t('factor.resetQuestion', { name: user.userName }),
      hint: t('factor.resetHint'),
      okText: t('factor.reset'),
      done: () => t('factor.resetDone'),
      end: () => call(userAccess.resetFactors, { body: { userId: user.id } }),
    })
  return (
    <>
      <h3>{t('factor.title')}</h3>
      {hasFactor ? (
        <ul className="access-list">
          {totp && <AccessItem name={t('factor.app')} details={[usedText(t, totp)]} />}
          {passkeys.map((passkey) => (
            <AccessItem key={passkey.id} name={passkey.passkeyName} details={[usedText(t, passkey)]} />
          ))}
          <AccessItem
            name={t('factor.recovery')}
            details={[t('factor.recoveryLeft', { count: recoveryCodesLeft })]}
          />
        </ul>
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('factor.none')} />
      )}
      {hasFactor && mayReset && (
        <Button danger onClick={reset}>
          {t('factor.reset')}
        </Button>
      )}
    </>
  )
}
