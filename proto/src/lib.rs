//! The contracts between the services: the .proto files and the code made from them.
