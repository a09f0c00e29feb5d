export const script = {
  'script.nameRequired': 'Script name cannot be empty',
  'script.nameLength': 'Script name has at most 50 characters',
  'script.platformRequired': 'Platform cannot be empty',
  'script.versionRequired': 'Version cannot be empty',
  'script.versionLength': 'Version has at most 40 characters',
  'script.noteLength': 'The note has at most 500 characters',
  'script.md5Format': 'An MD5 is 32 hexadecimal characters',
  'script.tooLong': 'The script is too long',
  'script.deviceRequired': 'Choose a phone',
  'script.textRequired': 'The script is empty',
} as const
