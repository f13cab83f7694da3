// What the bot uses of Node, so that it compiles without @types/node. Install that and delete this file to use more.

declare const process: {
  argv: string[];
  stdin: unknown;
  stdout: { write(text: string): boolean };
  exit(status: number): never;
};

declare module "crypto" {
  interface Digest {
    readUInt32LE(offset: number): number;
  }
  interface Hash {
    update(text: string): Hash;
    digest(): Digest;
  }
  function createHash(algorithm: string): Hash;
}

declare module "readline" {
  interface Interface {
    on(event: "line", listener: (line: string) => void): Interface;
  }
  function createInterface(options: { input: unknown; crlfDelay: number }): Interface;
}
