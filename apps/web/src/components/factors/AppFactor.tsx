import { type Factors, ownFactors } from '@fleetdeck/contract/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { AccessItem } from '../user-access/AccessItem.tsx'
import { useEndAccess } from '../user-access/use-end-access.ts'
import { TotpDialog } from './TotpDialog.tsx'
import { usedText } from './used-text.ts'

interface AppFactorProps {
  totp: Factors['totp']
  onAdded: (made: { recoveryCodes: string[] }) => Promise<void>
  onChanged: () => Promise<void>
}

/** The authenticator app: one, or none yet. */
export function AppFactor({ totp, onAdded, onChanged }: AppFactorProps) {
  const t = useText()
  const endAccess = useEndAccess()
  const [isOpen, setOpen] = useState(false)
  const remove = () =>
    endAccess({
      title: t('factor.appRemoveQuestion'),
      hint: t('factor.removeHint'),
      okText: t('factor.appRemove'),
      done: () => t('factor.appRemoved'),
      end: async () => {
        await call(ownFactors.removeTotp)
        await onChanged()
      },
    })
  return (
    <>
      <h3>{t('factor.app')}</h3>
      {totp ? (
        <ul className="access-list">
          <AccessItem
            name={t('factor.app')}
            details={[usedText(t, totp)]}
            action={{ label: t('factor.appRemove'), run: remove }}
          />
        </ul>
      ) : (
        <>
          <p className="login-hint">{t('factor.appHint')}</p>
          <Button onClick={() => setOpen(true)}>{t('factor.appAdd')}</Button>
        </>
      )}
      {isOpen && (
        <TotpDialog
          onClose={() => setOpen(false)}
          onAdded={async (made) => {
            setOpen(false)
            await onAdded(made)
          }}
        />
      )}
    </>
  )
}
