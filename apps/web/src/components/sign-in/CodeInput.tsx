import Input, { type InputProps } from 'antd/es/input/Input'

interface CodeInputProps extends InputProps {
  /** Digits of an authenticator app, which phones and password managers fill in; else a recovery code. */
  isTotp: boolean
}

export function CodeInput({ isTotp, ...input }: CodeInputProps) {
  return (
    <Input
      {...input}
      className="code-input"
      autoFocus
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      inputMode={isTotp ? 'numeric' : 'text'}
      maxLength={40}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
