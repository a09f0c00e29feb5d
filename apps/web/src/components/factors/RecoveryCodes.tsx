import { ownFactors } from '@fleetdeck/contract/second-factor'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { ask, inBackground, shown } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

interface RecoveryCodesProps {
  left: number
  onMade: (made: { recoveryCodes: string[] }) => Promise<void>
}

/** How many are left; new ones replace them. */
export function RecoveryCodes({ left, onMade }: RecoveryCodesProps) {
  const t = useText()
  const make = () =>
    inBackground(
      ask({
        title: t('factor.recoveryNewQuestion'),
        content: t('factor.recoveryNewHint'),
        okText: t('factor.recoveryNew'),
        onOk: async () => onMade(await shown(call(ownFactors.newCodes))),
      }),
    )
  return (
    <>
      <h3>{t('factor.recovery')}</h3>
      <p className="login-hint">
        {t('factor.recoveryHint')} {t('factor.recoveryLeft', { count: left })}
      </p>
      <Button onClick={make}>{t('factor.recoveryNew')}</Button>
    </>
  )
}
