import { Image, type ImageProps } from 'antd'

/** `png` or `jpeg` of an image in base64; undefined for other texts. */
export function imageTypeOf(text: string): 'png' | 'jpeg' | undefined {
  if (text.startsWith('iVBORw0KGgo')) return 'png'
  return text.startsWith('/9j/') ? 'jpeg' : undefined
}

export const imageAddress = (base64: string) => `data:image/${imageTypeOf(base64) ?? 'jpeg'};base64,${base64}`

/** A PNG or JPEG that is stored as a text in base64. */
export function Base64Image({ base64, ...props }: { base64: string } & Omit<ImageProps, 'src'>) {
  return <Image {...props} src={imageAddress(base64)} />
}
