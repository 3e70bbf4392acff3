declare module 'virtual:boot' {
  const script: string;
  export default script;
}
