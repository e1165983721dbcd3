export * from 'lit-html/async-directive.js';
