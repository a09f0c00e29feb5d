import { Image } from 'antd'
import styles from './upload.module.css'

interface StoredPictureProps {
  /** Empty for none. */
  address: string
  alt?: string
}

/** A picture by its address, initially small. */
export function StoredPicture({ address, alt = '' }: StoredPictureProps) {
  if (address === '') return null
  return <Image className={styles.picture ?? ''} src={address} alt={alt} width={40} height={40} />
}
