import type { FactorRequest } from '@fleetdeck/contract/second-factor'
import { useLocation } from 'react-router'
import { SignInFrame } from '../../components/sign-in/SignInFrame.tsx'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { LoginForm } from './LoginForm.tsx'
import { OtherSignIns } from './OtherSignIns.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** After the sign-in, the guard redirects to the page that the visitor requested. */
export function LoginPage() {
  const t = useText()
  const { title } = useSite()
  const state: { factor?: FactorRequest } | null = useLocation().state
  return (
    <SignInFrame title={t('login.title')} heading={title}>
      <LoginForm begun={state?.factor}>
        <PasskeySignIn />
        <OtherSignIns />
      </LoginForm>
    </SignInFrame>
  )
}
