import { useEffect, useEffectEvent, useRef } from 'react'

interface ColorInputProps {
  labelId: string
  value: string
  onChange: (color: string) => void
}

/** Any colour, with the browser's own colour picker. */
export function ColorInput({ labelId, value, onChange }: ColorInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const commit = useEffectEvent(() => onChange(input.current?.value ?? value))
  // The browser's change event fires once a colour is selected; React's fires at every step.
  useEffect(() => {
    const element = input.current
    element?.addEventListener('change', commit)
    return () => element?.removeEventListener('change', commit)
  }, [])
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  return (
    <span className="color-input">
      <code>{value}</code>
      <input ref={input} type="color" aria-labelledby={labelId} defaultValue={value} />
    </span>
  )
}
