import { auth } from '@fleetdeck/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { goToProvider } from '../../components/sign-in/external-sign-in.ts'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'

/** Sign-in by an external provider and registration, if the site allows them. */
export function OtherSignIns() {
  const t = useText()
  const { registerEnabled, oidcEnabled, oidcLabel } = useSite()
  const [search] = useSearchParams()
  const leave = useMutation({
    mutationFn: () => goToProvider(() => call(auth.start), search.get('redirect') ?? '/'),
  })
  return (
    <>
      {oidcEnabled && (
        <>
          <p className="login-or">{t('identity.or')}</p>
          <Button
            size="large"
            block
            loading={leave.isPending || leave.isSuccess}
            onClick={() => leave.mutate()}
          >
            {oidcLabel || t('identity.outsideDefault')}
          </Button>
        </>
      )}
      {registerEnabled && (
        <p className="login-more">
          <Link to="/register">{t('identity.registerTitle')}</Link>
        </p>
      )}
    </>
  )
}
