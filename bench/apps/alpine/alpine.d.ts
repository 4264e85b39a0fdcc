declare module 'alpinejs' {
  const Alpine: {
    data<Data extends object>(name: string, make: () => Data & ThisType<Data>): void;
    start(): void;
  };
  export default Alpine;
}
