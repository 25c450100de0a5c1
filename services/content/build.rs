//! Compiles the crate again for a new migration, which cargo does not see: the migrations are read by a macro.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
